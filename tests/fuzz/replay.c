/* Gives a fuzz target each of the named files once, of directories the files in them: what
 * libFuzzer does with -runs=0, for compilers without it.
 */
#include <ftw.h>

#include "fuzz.h"

static unsigned replayed;

static int replay(const char *path, const struct stat *status, int type)
{
	size_t size = (size_t)status->st_size;
	uint8_t *data;
	FILE *file;

	if (type != FTW_F)
		return 0;
	/* Exactly as much as there is, so that a read past the end is seen. */
	data = malloc(size ? size : 1);
	file = fopen(path, "rb");
	FUZZ_CHECK(data && file && fread(data, 1, size, file) == size);
	fclose(file);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	replayed++;
	return 0;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (ftw(argv[i], replay, 16) != 0) {
			perror(argv[i]);
			return 1;
		}
	}
	printf("%u inputs\n", replayed);
	return replayed ? 0 : 1;
}
