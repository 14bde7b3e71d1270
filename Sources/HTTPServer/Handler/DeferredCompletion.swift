/// What a handler needs to finish a reply that it deferred: made on any thread, given back to the handler on its own.
package protocol DeferredCompletion: AnyObject, Sendable {}
