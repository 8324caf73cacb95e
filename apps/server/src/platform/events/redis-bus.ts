import { openLinkBus, type ClosableBus, type LinkBusOptions, type OpenLink } from './link-bus.ts'

/** Redis could carry more; a longer event would be a mistake. */
const maxPayloadBytes = 1024 * 1024
const connectMs = 3000
/** Timeout without any data, pongs included, after which the connection counts as dead. */
const idleTimeoutMs = 15_000
const pingMs = 5000

/**
 * A bus over the publish/subscribe of Redis or Valkey (Redis 6 or later: one connection does both, RESP3). While Redis
 * is unavailable, at the start or later, the process works on without it.
 * @param channel unique to this station, because Redis' database numbers do not separate channels
 */
export function openRedisBus({
  url,
  channel,
  ...options
}: LinkBusOptions & { url: string; channel: string }): Promise<ClosableBus> {
  const open: OpenLink = async ({ onPayload, onBroken }) => {
    // Loaded on demand: few stations use it, and it is large.
    const { createClient } = await import('@redis/client')
    const client = createClient({
      url,
      name: 'yunmu-bus',
      // Disabled, because the bus reconnects itself: events queued in the client would be old and out of order.
      socket: { connectTimeout: connectMs, socketTimeout: idleTimeoutMs, reconnectStrategy: false },
      disableOfflineQueue: true,
      pingInterval: pingMs,
      maintNotifications: 'disabled',
    })
    const destroy = (): void => {
      if (client.isOpen) client.destroy()
    }
    client.on('error', (err: unknown) => {
      onBroken(err)
      destroy()
    })
    try {
      await client.connect()
      await client.subscribe(channel, (payload) => onPayload(payload))
    } catch (err) {
      // A user without permission for the channel is refused on an open connection, which must be closed.
      destroy()
      throw err
    }
    return {
      // Sent in one go, in this order.
      send: async (payloads) => void (await Promise.all(payloads.map((payload) => client.publish(channel, payload)))),
      close: async () => destroy(),
    }
  }
  return openLinkBus(open, { ...options, maxPayloadBytes, canOpenLater: true })
}
