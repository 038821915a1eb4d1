#include <libxml/xmlversion.h>
// The types of Debian's ICU would conflict with those of Foundation. They are only in converters, which nothing uses here.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
