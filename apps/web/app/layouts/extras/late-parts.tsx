import { useEffect, useState, type ComponentType } from 'react'

/** What no page needs to be read or used: it is loaded when the browser has nothing else to do. */
export function LateParts() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  useEffect(() => {
    // Without a network the page goes on without them.
    const load = (): void =>
      void import('./site-extras.tsx').then(
        ({ SiteExtras }) => setLoaded(() => SiteExtras),
        () => undefined,
      )
    // Not every browser tells when it has time.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 4000 })
    else setTimeout(load, 1500)
  }, [])
  return Loaded && <Loaded />
}
