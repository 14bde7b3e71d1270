/// How long a cache says that its copy still holds.
package struct DocumentFreshness: Hashable, Sendable {
    /// How long a copy holds in all: `max-age`, or Google's `maxAge`.
    package let lifetime: Duration
    /// How old the copy is: `Age`; zero from Google, which tells only what is left.
    package let age: Duration

    /// Makes a freshness.
    package init(lifetime: Duration, age: Duration = .zero) {
        self.lifetime = lifetime
        self.age = age
    }

    /// What is left of it; negative where its time is over.
    package var left: Duration { lifetime - age }

    /// What is left of it, zero or more.
    package var remaining: Duration { max(.zero, left) }
}
