/// Fields of one line of the log, in the order of the call; of a key that comes twice the first counts.
package typealias LogFields = KeyValuePairs<LogKey, LogValue>
