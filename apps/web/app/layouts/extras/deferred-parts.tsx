import { useEffect, useState, type ComponentType } from 'react'

/** Parts that no page needs for reading or use: loaded when the browser is idle. */
export function DeferredParts() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  useEffect(() => {
    // Without a network the page works without them.
    const load = (): void =>
      void import('./site-extras.tsx').then(
        ({ SiteExtras }) => setLoaded(() => SiteExtras),
        () => undefined,
      )
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 4000 })
    else setTimeout(load, 1500)
  }, [])
  return Loaded && <Loaded />
}
