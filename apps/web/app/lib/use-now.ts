import { useEffect, useState } from 'react'
import { serverNowSec } from './boot/boot.ts'

/**
 * The station's clock, Unix seconds, looked at again every so often. Null until the page is awake: what came from the
 * server was drawn at another moment.
 */
export function useNow(everySec: number): number | null {
  const [nowSec, setNow] = useState<number | null>(null)
  useEffect(() => {
    const look = (): void => setNow(serverNowSec())
    look()
    const timer = setInterval(look, everySec * 1000)
    return () => clearInterval(timer)
  }, [everySec])
  return nowSec
}
