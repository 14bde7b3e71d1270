import Association

extension Judgement {
    /// What it means for people who have the app, in a clause without a full stop; the URLs are the witnesses.
    ///
    /// - Parameter file: Which file, seen where.
    /// - Returns: The consequence; `nil` where all is well, or nothing is known.
    package func consequence(for file: ObservedFile) -> String? {
        guard verdict != .inSync, verdict != .proberBroken else { return nil }
        return switch (file.vantage, file.kind) {
        case (.origin, .aasa):
            isNothing
                ? "once Apple's network asks again, no link opens an app that is installed or updated then; devices keep the"
                    + " file that they have for about a week"
                : "once Apple's network asks again, devices go by what it gets here"
        case (.origin, .assetlinks):
            isNothing
                ? "Android does not verify the host for apps that are installed or updated now: links open in the browser"
                : "apps that are installed or updated now are verified by what is served here"
        case (.node, _):
            isNothing
                ? "whoever is led to this gateway gets no file"
                : "which file Apple and Google take over depends on which gateway they are led to"
        case (.appleCDN, _):
            isNothing
                ? "no link opens an app that is installed or updated now; devices keep the file that they have for about a"
                    + " week"
                : "apps that are installed or updated now, and devices at their weekly check, go by this file"
        case (.googleDAL, _):
            isNothing
                ? "Android may not verify the host for apps that are installed or updated now: links open in the browser"
                : "Android may not verify an app that was added, and verifies one that was taken away"
        }
    }

    /// Whether there is no file that anybody could go by.
    private var isNothing: Bool {
        switch verdict {
        case .failing, .unreachable, .blocked, .invalid: true
        default: false
        }
    }
}

extension DriftState {
    /// When it is right again, in a clause without a full stop.
    ///
    /// - Parameter file: Which file, seen where.
    /// - Returns: The outlook; `nil` where all is well, or nothing is known.
    package func outlook(for file: ObservedFile) -> String? {
        guard judgement.verdict != .inSync, judgement.verdict != .proberBroken else { return nil }
        let devices = "devices that have the app within about a week"
        if let overdueSince {
            let who = file.vantage == .googleDAL ? "Google" : "Apple"
            return "overdue since \(overdueSince); when it asks again is \(who)'s to decide"
        }
        if let expectedHealing {
            return "\(expectedHealing) or before" + (file.vantage == .appleCDN ? "; \(devices)" : "")
        }
        return switch (file.vantage, file.kind) {
        case (.node, _): "not by itself; with the first probe after it is mended"
        case (_, .aasa): "not by itself; once it is mended Apple's network follows within 24 hours, and \(devices)"
        case (_, .assetlinks): "not by itself; once it is mended Google asks again when its answer's time is over"
        }
    }
}
