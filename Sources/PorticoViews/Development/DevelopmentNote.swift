/// Tells developers that the page exists only in development.
struct DevelopmentNote: Sendable {}
