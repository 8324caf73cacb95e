import { openLinkBus, type ClosableBus, type LinkBusOptions, type OpenLink } from './link-bus.ts'

/** Redis carries half a gigabyte; what is longer than this is no announcement. */
const longestPayload = 1024 * 1024
const connectMs = 3000
/** A line that is cut without a word is noticed when nothing, not even the answer to a ping, came for this long. */
const silentMs = 15_000
const pingMs = 5000

/**
 * A bus over Redis' or Valkey's publish and subscribe (Redis 6 or later: one connection does both, RESP3). Where Redis is
 * away, at the start or later, this process goes on by itself until it is there.
 * @param channel of this station alone: numbers of databases do not keep channels apart
 */
export function openRedisBus({
  url,
  channel,
  ...options
}: LinkBusOptions & { url: string; channel: string }): Promise<ClosableBus> {
  const open: OpenLink = async ({ hear, broke }) => {
    // Few stations have it, and it is large.
    const { createClient } = await import('@redis/client')
    const client = createClient({
      url,
      name: 'yunmu-bus',
      // Opening again is the bus's own affair: announcements that wait in a client would be old, and out of order.
      socket: { connectTimeout: connectMs, socketTimeout: silentMs, reconnectStrategy: false },
      disableOfflineQueue: true,
      pingInterval: pingMs,
      maintNotifications: 'disabled',
    })
    const end = (): void => {
      if (client.isOpen) client.destroy()
    }
    client.on('error', (err: unknown) => {
      broke(err)
      end()
    })
    try {
      await client.connect()
      await client.subscribe(channel, (payload) => hear(payload))
    } catch (err) {
      // A user who may not hear the channel is refused on a connection that stands.
      end()
      throw err
    }
    return {
      send: async (payload) => void (await client.publish(channel, payload)),
      close: async () => end(),
    }
  }
  return openLinkBus(open, { ...options, longestPayload, mayComeLater: true })
}
