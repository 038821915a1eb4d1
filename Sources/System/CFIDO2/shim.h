#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
// libfido2 is built on libcrypto.
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
