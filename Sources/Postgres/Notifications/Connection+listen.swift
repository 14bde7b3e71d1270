extension Connection {
    /// Listens to a channel from now on (PostgreSQL 15, LISTEN).
    ///
    /// Fails on a standby and, without a word, behind a transaction pooler (case 121).
    ///
    /// - Throws: ``PostgresError``.
    package func listen(to channel: String, within: Duration? = nil) throws(PostgresError) {
        hasListened = true
        try run(script: "LISTEN \(try handle.quoted(identifier: channel))", within: within)
    }

    /// Waits for notifications on the channels it listens to.
    ///
    /// - Parameters:
    ///   - within: The longest wait.
    ///   - event: A descriptor that ends the wait when it becomes readable, such as that of an `EventDescriptor`.
    /// - Returns: All that have arrived, at least one; empty after the time or the event.
    /// - Throws: ``PostgresError`` with `connectionLost`, as soon as the system knows of it (case 116). A peer that is
    ///   gone without a word is noticed by TCP keep-alive after about 90 s; a heartbeat of one's own is quicker.
    package func waitForNotifications(
        within: Duration, interruptedBy event: Int32? = nil
    ) throws(PostgresError) -> [Notification] {
        guard isUsable else { throw PostgresError(.connectionLost, "the connection is closed") }
        let deadline = Deadline.after(within)
        while true {
            var notifications: [Notification] = []
            while let notification = handle.nextNotification() { notifications.append(notification) }
            guard notifications.isEmpty else { return notifications }
            let (ready, isInterrupted) = Readiness.wait(
                for: handle.descriptor, .readable, interruptedBy: event ?? -1, until: deadline)
            if !ready.isEmpty {
                guard handle.consumeInput(), !handle.isBad else {
                    giveUp()
                    throw PostgresError(.connectionLost, handle.errorMessage)
                }
            } else if isInterrupted || deadline.hasPassed {
                return []
            }
        }
    }

    /// Looks at an idle connection without waiting.
    ///
    /// - Returns: Whether the server has sent nothing, something (a farewell, too, whose end may come later), or closed.
    func idleState() -> IdleState {
        guard isUsable else { return .closed }
        var state = IdleState.silent
        while !Readiness.wait(for: handle.descriptor, .readable, until: .after(.zero)).ready.isEmpty {
            guard handle.consumeInput(), !handle.isBad else { return .closed }
            state = .spoke
        }
        return state
    }
}

/// What an idle connection received.
enum IdleState {
    case silent
    case spoke
    case closed
}
