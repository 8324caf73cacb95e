/** A stream with sources of its own, as a source tells it. */
interface ToldStream {
  number: number
  name: string
}

/** A channel of such a stream: that of a stored one with its number, or of one that the source took back. */
export interface KnownChannel {
  id: number
  name: string
  /** Null for one that was taken back. */
  number: number | null
}

/**
 * Which channel each told stream goes on with, by its number; the others need a new one. A push key and a password are those
 * of a channel, so they follow the name of a stream. Only a stream with a new name takes the channel of its number, if
 * no other has it: it was renamed.
 */
export function channelsToKeep(told: readonly ToldStream[], known: readonly KnownChannel[]): Map<number, number> {
  const kept = new Map<number, number>()
  const taken = new Set<number>()
  const take = ({ number }: ToldStream, found: KnownChannel | undefined): void => {
    if (!found) return
    kept.set(number, found.id)
    taken.add(found.id)
  }
  const places = [
    (stream: ToldStream, channel: KnownChannel) => channel.name === stream.name && channel.number === stream.number,
    (stream: ToldStream, channel: KnownChannel) => channel.name === stream.name && channel.number !== null,
    (stream: ToldStream, channel: KnownChannel) => channel.name === stream.name,
    (stream: ToldStream, channel: KnownChannel) => channel.number === stream.number,
  ]
  for (const fits of places)
    for (const stream of told)
      if (!kept.has(stream.number))
        take(
          stream,
          known.find((channel) => !taken.has(channel.id) && fits(stream, channel)),
        )
  return kept
}
