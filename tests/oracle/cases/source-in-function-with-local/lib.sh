X=$X-changed
Y=global
