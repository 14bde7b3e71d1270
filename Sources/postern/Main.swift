/// The one executable.
@main
enum Postern {
    static func main() {}
}
