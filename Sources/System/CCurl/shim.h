#include <curl/curl.h>

/// Swift does not import variadic functions such as `curl_easy_setopt`. There is one function for each type in use.
static inline CURLcode portico_curl_set_number(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

/// For options with 64-bit values, whose names end in `_LARGE`.
static inline CURLcode portico_curl_set_size(CURL *curl, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(curl, option, value);
}

/// libcurl copies the text. NULL restores the default of the option.
static inline CURLcode portico_curl_set_text(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}

/// libcurl does not copy the list, which must outlive the handle.
static inline CURLcode portico_curl_set_list(CURL *curl, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(curl, option, value);
}

/// The buffer has `CURL_ERROR_SIZE` (256) bytes and must outlive the handle.
static inline CURLcode portico_curl_set_error_buffer(CURL *curl, char *buffer) {
    return curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, buffer);
}

static inline CURLcode portico_curl_set_reader(CURL *curl, curl_read_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_READFUNCTION, callback);
    return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_READDATA, context) : code;
}

/// The callback receives the lines and data sent and received on the connection.
static inline CURLcode portico_curl_set_listener(CURL *curl, curl_debug_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, callback);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_DEBUGDATA, context);
    return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L) : code;
}

/// The callbacks receive the header lines and the body of a response.
static inline CURLcode portico_curl_set_receiver(
    CURL *curl, curl_write_callback head, curl_write_callback body, void *context
) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, head);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_HEADERDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, body);
    return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_WRITEDATA, context) : code;
}

/// libcurl copies the bytes.
static inline CURLcode portico_curl_set_bytes(CURL *curl, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = { (void *)bytes, count, CURL_BLOB_COPY };
    return curl_easy_setopt(curl, option, &blob);
}

static inline CURLMcode portico_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/// libcurl calls the callback at least once a second. A result other than 0 aborts the transfer.
static inline CURLcode portico_curl_set_progress(CURL *curl, curl_xferinfo_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, callback);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_XFERINFODATA, context);
    return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L) : code;
}

/// `CURL_GLOBAL_DEFAULT` is a macro that Swift does not import.
static inline CURLcode portico_curl_global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}
