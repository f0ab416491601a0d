/* What Python 3.11's json module, transformers and slime's check make of a config.json: each
 * input with the answer, permitted, not permitted, or no answer since something stops.
 *
 * Two tables: documents as they are, and documents with a part that is repeated.
 */
#ifndef CONFIG_CASES_H
#define CONFIG_CASES_H

#include <stddef.h>

#include "cpguard/text.h"

enum answer {
	UNREADABLE,
	NOT_PERMITTED,
	PERMITTED,
};

struct config_case {
	const char *name;
	struct cpg_text json;
	enum answer answer;
};

/* A document: head, `opening` and then `closing` so many times each, tail. */
struct repeated_case {
	const char *name;
	const char *head;
	const char *opening;
	const char *closing;
	size_t times;
	const char *tail;
	enum answer answer;
};

#define JSON(literal) \
	{ \
		literal, sizeof(literal) - 1 \
	}

#define GLM "\"GlmMoeDsaForCausalLM\""
#define LLAMA "\"LlamaForCausalLM\""

/* A permitted model with one more member, whose value is `value`. */
#define BESIDE(value) JSON("{\"architectures\": [" GLM "], \"x\": " value "}")
#define BESIDE_HEAD "{\"architectures\": [" GLM "], \"x\": "

#define ARCHITECTURES(value) JSON("{\"architectures\": " value "}")

static const struct config_case config_cases[] = {
	{"a permitted name", ARCHITECTURES("[" GLM "]"), PERMITTED},
	{"the other permitted name", ARCHITECTURES("[\"DeepseekV32ForCausalLM\"]"),
	 PERMITTED},
	{"a name that is not permitted", ARCHITECTURES("[" LLAMA "]"), NOT_PERMITTED},

	/* Numbers that JSON does not have and Python takes. */
	{"NaN", BESIDE("NaN"), PERMITTED},
	{"Infinity", BESIDE("Infinity"), PERMITTED},
	{"-Infinity", BESIDE("-Infinity"), PERMITTED},
	{"a float in transformers' own form", BESIDE("{\"__float__\": \"Infinity\"}"),
	 PERMITTED},
	{"1e400, which is infinite", BESIDE("1e400"), PERMITTED},
	{"-NaN", BESIDE("-NaN"), UNREADABLE},
	{"nan in lower case", BESIDE("nan"), UNREADABLE},
	{"Infinity cut short", BESIDE("Infinit"), UNREADABLE},

	/* Numbers that neither has. */
	{"01", BESIDE("01"), UNREADABLE},
	{"-01", BESIDE("-01"), UNREADABLE},
	{"+1", BESIDE("+1"), UNREADABLE},
	{"1.", BESIDE("1."), UNREADABLE},
	{".5", BESIDE(".5"), UNREADABLE},
	{"-.5", BESIDE("-.5"), UNREADABLE},
	{"1e", BESIDE("1e"), UNREADABLE},
	{"1e+", BESIDE("1e+"), UNREADABLE},
	{"1.e5", BESIDE("1.e5"), UNREADABLE},
	{"0x10", BESIDE("0x10"), UNREADABLE},
	{"-", BESIDE("-"), UNREADABLE},
	{"1_000", BESIDE("1_000"), UNREADABLE},
	{"every part of a number", BESIDE("[0, -0, 10, 0.5, -1.25e+10, 1E-7]"), PERMITTED},

	/* Keys: exact, decoded, the last one wins. */
	{"permitted, then another",
	 JSON("{\"architectures\": [" GLM "], \"architectures\": [" LLAMA "]}"),
	 NOT_PERMITTED},
	{"another, then permitted",
	 JSON("{\"architectures\": [" LLAMA "], \"architectures\": [" GLM "]}"), PERMITTED},
	{"permitted, then null",
	 JSON("{\"architectures\": [" GLM "], \"architectures\": null}"), NOT_PERMITTED},
	{"a number, then permitted",
	 JSON("{\"architectures\": 5, \"architectures\": [" GLM "]}"), PERMITTED},
	{"duplicates in two spellings",
	 JSON("{\"architectures\": [" GLM "], \"\\u0061rchitectures\": []}"),
	 NOT_PERMITTED},
	{"a capital in the key", JSON("{\"Architectures\": [" GLM "]}"), NOT_PERMITTED},
	{"a capital in the key of another",
	 JSON("{\"Architectures\": [" LLAMA "], \"architectures\": [" GLM "]}"), PERMITTED},
	{"an escape in the key", JSON("{\"\\u0061rchitectures\": [" GLM "]}"), PERMITTED},
	{"all of the key in escapes",
	 JSON("{\"\\u0061\\u0072\\u0063\\u0068\\u0069\\u0074\\u0065\\u0063\\u0074\\u0075\\u"
	      "0072\\u0065\\u0073\": [" GLM "]}"),
	 PERMITTED},
	{"U+0000 in the key", JSON("{\"architectures\\u0000x\": [" GLM "]}"),
	 NOT_PERMITTED},
	{"U+0000 at the end of the key", JSON("{\"architectures\\u0000\": [" GLM "]}"),
	 NOT_PERMITTED},
	{"U+0161, which ends in the byte of an a",
	 JSON("{\"\\u0161rchitectures\": [" GLM "]}"), NOT_PERMITTED},
	{"a key cut short", JSON("{\"architecture\": [" GLM "]}"), NOT_PERMITTED},
	{"the key in an object below",
	 JSON("{\"text_config\": {\"architectures\": [" GLM "]}}"), NOT_PERMITTED},
	{"the key in an object below a list",
	 JSON("{\"x\": [{\"architectures\": [" GLM "]}]}"), NOT_PERMITTED},

	/* Names: exact, decoded. */
	{"an escape in the name", ARCHITECTURES("[\"Glm\\u004doeDsaForCausalLM\"]"),
	 PERMITTED},
	{"U+0000 in the name", ARCHITECTURES("[\"GlmMoeDsaForCausalLM\\u0000x\"]"),
	 NOT_PERMITTED},
	{"U+0000 at the end of the name",
	 ARCHITECTURES("[\"GlmMoeDsaForCausalLM\\u0000\"]"), NOT_PERMITTED},
	{"a name in lower case", ARCHITECTURES("[\"glmmoedsaforcausallm\"]"),
	 NOT_PERMITTED},
	{"a name with a space", ARCHITECTURES("[\"GlmMoeDsaForCausalLM \"]"),
	 NOT_PERMITTED},

	/* What `architectures` may be. */
	{"no architectures", JSON("{\"model_type\":\"glm_moe_dsa\"}"), NOT_PERMITTED},
	{"an empty object", JSON("{}"), NOT_PERMITTED},
	{"null", ARCHITECTURES("null"), NOT_PERMITTED},
	{"a string", ARCHITECTURES(GLM), NOT_PERMITTED},
	{"an empty list", ARCHITECTURES("[]"), NOT_PERMITTED},
	{"an object with the name as a key", ARCHITECTURES("{" GLM ": 1}"), PERMITTED},
	{"an object with the name as a value", ARCHITECTURES("{\"x\": " GLM "}"),
	 NOT_PERMITTED},
	{"0", ARCHITECTURES("0"), NOT_PERMITTED},
	{"5", ARCHITECTURES("5"), UNREADABLE},
	{"true", ARCHITECTURES("true"), UNREADABLE},
	{"null before the name", ARCHITECTURES("[null, " GLM "]"), PERMITTED},
	{"a number before the name", ARCHITECTURES("[1," GLM "]"), PERMITTED},
	{"what can be compared before the name",
	 ARCHITECTURES("[true, false, NaN, -1e400, \"\", " GLM "]"), PERMITTED},
	{"another name before the name", ARCHITECTURES("[" LLAMA "," GLM "]"), PERMITTED},
	{"the name in a list in the list", ARCHITECTURES("[[" GLM "]]"), UNREADABLE},
	{"a list before the name", ARCHITECTURES("[[], " GLM "]"), UNREADABLE},
	{"an object before the name", ARCHITECTURES("[{}, " GLM "]"), UNREADABLE},
	{"a list behind the name", ARCHITECTURES("[" GLM ",[1]]"), PERMITTED},
	{"a list behind the name and another", ARCHITECTURES("[" GLM "," LLAMA ",[1]]"),
	 PERMITTED},
	{"a list behind another name", ARCHITECTURES("[" LLAMA ",[1]]"), UNREADABLE},

	/* What the top level may be. */
	{"null at the top", JSON("null"), UNREADABLE},
	{"a list at the top", JSON("[" GLM "]"), UNREADABLE},
	{"a string at the top", JSON(GLM), UNREADABLE},
	{"a number at the top", JSON("5"), UNREADABLE},

	/* Strings. */
	{"a newline in a string", BESIDE("\"a\nb\""), UNREADABLE},
	{"a tab in a string", BESIDE("\"a\tb\""), UNREADABLE},
	{"a NUL in a string", BESIDE("\"a\0b\""), UNREADABLE},
	{"a NUL in the name", ARCHITECTURES("[\"GlmMoeDsaForCausalLM\0x\"]"), UNREADABLE},
	{"0x1f in a string",
	 BESIDE("\"a\x1f"
		"b\""),
	 UNREADABLE},
	{"DEL in a string",
	 BESIDE("\"a\x7f"
		"b\""),
	 PERMITTED},
	{"every escape", BESIDE("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uABCD\""), PERMITTED},
	{"\\x", BESIDE("\"\\x41\""), UNREADABLE},
	{"\\'", BESIDE("\"\\'\""), UNREADABLE},
	{"\\/", BESIDE("\"\\/\""), PERMITTED},
	{"a backslash and a NUL", BESIDE("\"\\\0\""), UNREADABLE},
	{"\\u without hexadecimal digits",
	 ARCHITECTURES("[\"GlmMoeDsaForCausalLM\\uZZZZ\"]"), UNREADABLE},
	{"\\u with two digits", ARCHITECTURES("[\"GlmMoeDsaForCausalLM\\u00\"]"),
	 UNREADABLE},
	{"\\u with a sign", BESIDE("\"\\u+123\""), UNREADABLE},
	{"a high surrogate alone", BESIDE("\"\\ud800\""), PERMITTED},
	{"a low surrogate alone", BESIDE("\"\\udc00\""), PERMITTED},
	{"a high surrogate before a letter", BESIDE("\"\\ud800\\u0041\""), PERMITTED},
	{"a high surrogate before a bad escape", BESIDE("\"\\ud800\\u004\""), UNREADABLE},
	{"a pair of surrogates", BESIDE("\"\\ud83d\\ude00\""), PERMITTED},
	{"single quotes", JSON("{'architectures': ['GlmMoeDsaForCausalLM']}"), UNREADABLE},

	/* Bytes. */
	{"UTF-8 of every length", BESIDE("\"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\""),
	 PERMITTED},
	{"0xff in a string", BESIDE("\"\xff\""), UNREADABLE},
	{"0x80 in a string", BESIDE("\"\x80\""), UNREADABLE},
	{"Latin-1 in a string", BESIDE("\"caf\xe9\""), UNREADABLE},
	{"an overlong NUL", BESIDE("\"\xc0\x80\""), UNREADABLE},
	{"an overlong NUL in the name", ARCHITECTURES("[\"GlmMoeDsaForCausalLM\xc0\x80\"]"),
	 UNREADABLE},
	{"a surrogate as UTF-8", BESIDE("\"\xed\xa0\x80\""), UNREADABLE},
	{"half a character", BESIDE("\"\xe2\x82\""), UNREADABLE},
	{"a value beyond U+10FFFF", BESIDE("\"\xf4\x90\x80\x80\""), UNREADABLE},
	{"0xff behind the document", JSON("{\"architectures\": [" GLM "]}\n\xff"),
	 UNREADABLE},
	{"a byte order mark", JSON("\xef\xbb\xbf{\"architectures\": [" GLM "]}"),
	 UNREADABLE},
	{"UTF-16",
	 JSON("\xff\xfe{\0\"\0a\0r\0c\0h\0i\0t\0e\0c\0t\0u\0r\0e\0s\0\"\0:\0[\0]\0}\0"),
	 UNREADABLE},

	/* Space, and what is none. */
	{"CR LF", JSON("{\r\n\"architectures\": [" GLM "]\r\n}\r\n"), PERMITTED},
	{"CR alone", JSON("{\r\"architectures\": [" GLM "]\r}"), PERMITTED},
	{"space wherever it may be",
	 JSON(" \t{ \r\"architectures\"\n : \t[ " GLM " , 1 ] , \"x\" : { } }\n "),
	 PERMITTED},
	{"a NUL as space", JSON("{\"architectures\":\0[" GLM "]}"), UNREADABLE},
	{"a form feed in front", JSON("\f{\"architectures\": [" GLM "]}"), UNREADABLE},
	{"a form feed within", JSON("{\f\"architectures\": [" GLM "]}"), UNREADABLE},
	{"a form feed behind", JSON("{\"architectures\": [" GLM "]}\f"), UNREADABLE},
	{"0x01 as space", JSON("{\x01\"architectures\": [" GLM "]}"), UNREADABLE},
	{"a no-break space", JSON("{\xc2\xa0\"architectures\": [" GLM "]}"), UNREADABLE},

	/* What is not JSON. */
	{"a line comment", JSON("{\"architectures\": [" GLM "] // c\n}"), UNREADABLE},
	{"a block comment", JSON("{/*c*/\"architectures\": [" GLM "]}"), UNREADABLE},
	{"a word behind the document", JSON("{\"architectures\": [" GLM "]} x"),
	 UNREADABLE},
	{"two documents", JSON("{\"architectures\": [" GLM "]}{\"a\":1}"), UNREADABLE},
	{"a NUL and more behind the document",
	 JSON("{\"architectures\": [" GLM "]}\0garbage"), UNREADABLE},
	{"a NUL behind the document", JSON("{\"architectures\": [" GLM "]}\0"), UNREADABLE},
	{"a comma at the end of a list", ARCHITECTURES("[" GLM ",]"), UNREADABLE},
	{"a comma at the end of an object", JSON("{\"architectures\": [" GLM "],}"),
	 UNREADABLE},
	{"a comma at the start of a list", ARCHITECTURES("[," GLM "]"), UNREADABLE},
	{"no comma", ARCHITECTURES("[" LLAMA " " GLM "]"), UNREADABLE},
	{"no colon", JSON("{\"architectures\" [" GLM "]}"), UNREADABLE},
	{"a key without a value", JSON("{\"architectures\":}"), UNREADABLE},
	{"a number as a key", JSON("{1: 2}"), UNREADABLE},
	{"brackets that do not match", ARCHITECTURES("[" GLM "}"), UNREADABLE},
	{"a bracket too many", JSON("{\"architectures\": [" GLM "]}}"), UNREADABLE},
	{"True", BESIDE("True"), UNREADABLE},
	{"None", BESIDE("None"), UNREADABLE},
	{"truex", BESIDE("truex"), UNREADABLE},
	{"nothing", JSON(""), UNREADABLE},
	{"space alone", JSON(" \n"), UNREADABLE},
	{"a file cut short", JSON("{\"architectures\": [" GLM), UNREADABLE},
	{"no brace at the end", JSON("{\"architectures\": [" GLM "], \"a\": 1"),
	 UNREADABLE},
	{"an end behind a comma", JSON("{\"1\":1,"), UNREADABLE},
	{"a git-lfs pointer",
	 JSON("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 100\n"),
	 UNREADABLE},
	{"HTML", JSON("<!doctype html><html></html>"), UNREADABLE},
};

static const struct repeated_case repeated_cases[] = {
	{"63 digits", BESIDE_HEAD, "1", "", 63, "}", PERMITTED},
	{"64 digits", BESIDE_HEAD, "1", "", 64, "}", PERMITTED},
	{"100 digits", BESIDE_HEAD, "1", "", 100, "}", PERMITTED},
	{"4300 digits", BESIDE_HEAD, "1", "", 4300, "}", PERMITTED},
	{"4301 digits", BESIDE_HEAD, "1", "", 4301, "}", UNREADABLE},
	{"5000 digits", BESIDE_HEAD, "1", "", 5000, "}", UNREADABLE},
	{"4300 digits with a sign", BESIDE_HEAD "-", "1", "", 4300, "}", PERMITTED},
	{"4301 digits with a sign", BESIDE_HEAD "-", "1", "", 4301, "}", UNREADABLE},
	{"5000 digits before a point", BESIDE_HEAD, "1", "", 5000, ".5}", PERMITTED},
	{"5000 digits before an exponent", BESIDE_HEAD, "1", "", 5000, "e5}", PERMITTED},
	{"80 digits behind a point", BESIDE_HEAD "0.", "1", "", 80, "}", PERMITTED},
	{"5000 digits behind a point", BESIDE_HEAD "0.", "1", "", 5000, "}", PERMITTED},
	{"an element of 100 digits", "{\"architectures\": [", "1", "", 100, ", " GLM "]}",
	 PERMITTED},
	{"990 deep", BESIDE_HEAD, "[", "]", 989, "}", PERMITTED},
	{"992 deep", BESIDE_HEAD, "[", "]", 991, "}", PERMITTED},
	{"995 deep", BESIDE_HEAD, "[", "]", 994, "}", UNREADABLE},
	{"998 deep", BESIDE_HEAD, "[", "]", 997, "}", UNREADABLE},
	{"1000 deep", BESIDE_HEAD, "[", "]", 999, "}", UNREADABLE},
	{"1001 deep", BESIDE_HEAD, "[", "]", 1000, "}", UNREADABLE},
	{"5001 deep", BESIDE_HEAD, "[", "]", 5000, "}", UNREADABLE},
	{"100001 deep", BESIDE_HEAD, "[", "]", 100000, "}", UNREADABLE},
	{"992 deep in objects", BESIDE_HEAD "{\"a\": ", "[", "]", 990, "}}", PERMITTED},
	{"992 deep behind the name", "{\"architectures\": [" GLM ",", "[", "]", 990, "]}",
	 PERMITTED},
	{"many lists that are not deep", BESIDE_HEAD "[[]", ",[[]]", "", 2000, "]}",
	 PERMITTED},
};

#endif
