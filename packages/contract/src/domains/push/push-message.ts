/** Limits of subscriptions to Web Push. */
export const pushBounds = {
  /** A user's browsers; a further one replaces the one that was used longest ago. */
  maxSubscriptions: 10,
  maxEndpointLength: 1000,
} as const

/** What the service worker is sent, encrypted, as JSON. */
export interface PushMessage {
  /** The same for a message that is sent again, because the station does not know whether it arrived. */
  id: string
  title: string
  body: string
  /** Path of the page that it opens. */
  url: string
  /** A notification replaces the one with the same tag. */
  tag: string
}
