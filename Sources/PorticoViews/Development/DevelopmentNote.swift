/// Says that a page exists in development only.
struct DevelopmentNote: Sendable {}
