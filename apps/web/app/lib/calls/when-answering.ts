const everyMs = 10_000

/** Calls when the network comes, when the page is seen again, and every ten seconds while it is seen. Returns what ends it. */
function onChances(take: () => void): () => void {
  const over = new AbortController()
  const { signal } = over
  const call = (): void => {
    if (!document.hidden) take()
  }
  const timer = setInterval(call, everyMs)
  addEventListener('online', call, { signal })
  document.addEventListener('visibilitychange', call, { signal })
  return () => {
    over.abort()
    clearInterval(timer)
  }
}

/** Whether something of ours answers there, and not that it is down. */
const answers = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD' }).then(
    ({ status }) => status < 500,
    () => false,
  )

/** Calls back once the station answers again; it is asked at every chance. Returns what ends it. */
export function whenAnswering(back: () => void): () => void {
  let isOver = false
  const end = (): void => {
    isOver = true
    endChances()
  }
  const ask = async (): Promise<void> => {
    if (!(await answers('/readyz')) || isOver) return
    end()
    back()
  }
  const endChances = onChances(() => void ask())
  return end
}

const isLost = (): boolean => document.querySelector('[data-lost=true]') !== null

/** Loads a page that could not be loaded once more, when it can be. Returns what ends it. */
export function keepLostPage(): () => void {
  const ask = async (): Promise<void> => {
    if (isLost() && (await answers(location.href)) && isLost()) location.reload()
  }
  return onChances(() => void ask())
}
