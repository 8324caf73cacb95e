const workerAddress = '/service-worker.js'
/** Tabs may stay open for days: how often they check for a new version. */
const checkIntervalMs = 60 * 60_000

/** Whether the browser permits a service worker: on a station without https it does not. */
export const canUseServiceWorker = (): boolean => isSecureContext && 'serviceWorker' in navigator

/**
 * Registers the service worker. Calls `onUpdate` when a new version is waiting, with a function that activates it and
 * reloads the page.
 */
export async function registerServiceWorker(onUpdate: (activate: () => void) => void): Promise<void> {
  const registration = await navigator.serviceWorker.register(workerAddress, { updateViaCache: 'none' })
  const offerUpdate = (worker: ServiceWorker): void => {
    // The first worker replaces none: nothing changes for the viewer.
    if (!navigator.serviceWorker.controller) return
    onUpdate(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
      worker.postMessage('take over')
    })
  }
  const watch = (): void => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => worker.state === 'installed' && offerUpdate(worker))
  }
  if (registration.waiting) offerUpdate(registration.waiting)
  watch()
  registration.addEventListener('updatefound', watch)
  let checkedMs = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedMs < checkIntervalMs) return
    checkedMs = Date.now()
    registration.update().catch(() => undefined)
  })
}
