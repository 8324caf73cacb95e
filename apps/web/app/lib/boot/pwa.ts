const workerAddress = '/service-worker.js'
/** A tab that stays open for days hears of a new version by asking. */
const askEveryMs = 60 * 60_000

/** Whether this browser may have a worker here: a station without https has none. */
export const mayHaveWorker = (): boolean => isSecureContext && 'serviceWorker' in navigator

/**
 * Registers the service worker. `onUpdate` is told when a new version waits, with what lets it take over and begins the
 * page anew.
 */
export async function registerWorker(onUpdate: (takeOver: () => void) => void): Promise<void> {
  const registration = await navigator.serviceWorker.register(workerAddress, { updateViaCache: 'none' })
  const tell = (worker: ServiceWorker): void => {
    // The first worker of all waits for nothing that anybody sees.
    if (!navigator.serviceWorker.controller) return
    onUpdate(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
      worker.postMessage('take over')
    })
  }
  const watch = (): void => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => worker.state === 'installed' && tell(worker))
  }
  if (registration.waiting) tell(registration.waiting)
  watch()
  registration.addEventListener('updatefound', watch)
  let askedMs = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedMs < askEveryMs) return
    askedMs = Date.now()
    registration.update().catch(() => undefined)
  })
}
