const retryIntervalMs = 10_000

/** Calls back when the network returns, when the page becomes visible, and every ten seconds while it is. Returns the stop function. */
function onRetryTimes(retry: () => void): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const call = (): void => {
    if (!document.hidden) retry()
  }
  const timer = setInterval(call, retryIntervalMs)
  addEventListener('online', call, { signal })
  document.addEventListener('visibilitychange', call, { signal })
  return () => {
    stopped.abort()
    clearInterval(timer)
  }
}

/** Whether the address answers, with anything but a server error. */
const isReachable = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD' }).then(
    ({ status }) => status < 500,
    () => false,
  )

/** Calls back once, when the station is reachable again. Returns the stop function. */
export function whenReachable(onReachable: () => void): () => void {
  let isStopped = false
  const end = (): void => {
    isStopped = true
    stopRetrying()
  }
  const check = async (): Promise<void> => {
    if (!(await isReachable('/readyz')) || isStopped) return
    end()
    onReachable()
  }
  const stopRetrying = onRetryTimes(() => void check())
  return end
}

/** Resolves when the station is reachable: at once if it is now. Never resolves if the signal aborts before. */
export async function stationReachable(signal: AbortSignal): Promise<void> {
  if (await isReachable('/readyz')) return
  await new Promise<void>((resolve) => {
    const stop = whenReachable(resolve)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
  })
}

const hasFailed = (): boolean => document.querySelector('[data-failed=true]') !== null

/** Reloads a page that failed to load, once its address answers again. Returns the stop function. */
export function reloadFailedPage(): () => void {
  const check = async (): Promise<void> => {
    if (hasFailed() && (await isReachable(location.href)) && hasFailed()) location.reload()
  }
  return onRetryTimes(() => void check())
}
