#include <libpq-fe.h>

/// The five characters of an error's SQLSTATE; NULL where the server has sent none.
static inline const char *portico_pq_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

/// The message of an error without its context, in which values may stand; NULL where the server has sent none.
static inline const char *portico_pq_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

static inline void portico_pq_ignore_notice(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

/// libpq prints notices where nobody receives them.
static inline void portico_pq_ignore_notices(PGconn *connection) {
    PQsetNoticeReceiver(connection, portico_pq_ignore_notice, NULL);
}
