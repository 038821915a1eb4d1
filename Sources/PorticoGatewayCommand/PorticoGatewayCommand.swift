import ArgumentParser

@main
struct PorticoGatewayCommand: ParsableCommand {}
