#include <zlib.h>

/// `deflateInit2` is a macro, which Swift does not import. Window bits 15 + 16 ask for the gzip form.
static inline int portico_gzip_init(z_streamp stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}
