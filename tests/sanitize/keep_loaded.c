/* Preloaded by ./check --asan: a library that is closed stays loaded, so that a leak found at the end still
 * has its name (else "<unknown module>") and the OpenGL driver's own can be told from ours. */
int dlclose(void *library);

int dlclose(void *library)
{
    (void)library;
    return 0;
}
