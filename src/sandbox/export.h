/* Saves the cloth as it is: OBJ (text) or PLY (binary little endian), for other programs.
 *
 * Positions, normals, texture coordinates and triangles of all cloths of the world, in metres, Y
 * up. The vertices are in particle order (row by row) and the triangles in the library's order, so
 * that the files of two moments differ in their numbers only.
 */
#ifndef SANDBOX_EXPORT_H
#define SANDBOX_EXPORT_H

#include "weft.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether the path ends with .obj or .ply (in any case); if not, one line in `error`. */
bool export_check_path(const char *path, char *error, size_t size);

/* Writes the file, or leaves the old one as it was and one line in `error`. */
bool export_write(const weft_world *world, const char *path, char *error, size_t size);

#endif
