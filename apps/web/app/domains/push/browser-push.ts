import { canUseServiceWorker } from '../../lib/boot/register-service-worker.ts'

/** Whether this browser can show messages while no page of the station is open. */
export const canPush = (): boolean => canUseServiceWorker() && 'PushManager' in window && 'Notification' in window

/** The browser's subscription; null for none, and while it has no service worker. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * Subscribes at the browser's push service; call it after a press. `denied`: the user, or an earlier decision, permits no
 * notifications. `dismissed`: the user did not decide, and can be asked again. `failed`: the push service cannot be reached.
 * @param key the station's key, base64url
 */
export async function subscribeBrowser(key: string): Promise<PushSubscription | 'denied' | 'dismissed' | 'failed'> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed'
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await pushManager.subscribe(options)
  } catch {
    // A subscription with another key, of an earlier station at this address, is in the way.
    await (await pushManager.getSubscription())?.unsubscribe()
  }
  return pushManager.subscribe(options).catch(() => 'failed' as const)
}

/** What the station has to know of a subscription; null if the browser gives no keys. */
export function keysOf(subscription: PushSubscription): { endpoint: string; p256dh: string; auth: string } | null {
  const { p256dh, auth } = subscription.toJSON().keys ?? {}
  return p256dh === undefined || auth === undefined ? null : { endpoint: subscription.endpoint, p256dh, auth }
}
