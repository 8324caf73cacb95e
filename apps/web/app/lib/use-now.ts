import { useEffect, useState } from 'react'
import { serverNowSec } from './boot/boot.ts'

/**
 * Server time in Unix seconds, updated every `everySec`. Null until hydration: the server rendered the page at another
 * time.
 */
export function useNow(everySec: number): number | null {
  const [nowSec, setNow] = useState<number | null>(null)
  useEffect(() => {
    const update = (): void => setNow(serverNowSec())
    update()
    const timer = setInterval(update, everySec * 1000)
    return () => clearInterval(timer)
  }, [everySec])
  return nowSec
}
