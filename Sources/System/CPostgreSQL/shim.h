#include <libpq-fe.h>

/// The five characters of an error's SQLSTATE; NULL if the server has sent none.
static inline const char *portico_pq_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

/// The message of an error without its context, which may contain values; NULL if the server has sent none.
static inline const char *portico_pq_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

static inline void portico_pq_ignore_notice(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

/// Without a receiver, libpq prints notices to standard error.
static inline void portico_pq_ignore_notices(PGconn *connection) {
    PQsetNoticeReceiver(connection, portico_pq_ignore_notice, NULL);
}
