import type { Page } from 'playwright-core'

/** Sets the notices that a match would publish. */
export const setMatchNotices = (page: Page, state: object): Promise<unknown> =>
  page.evaluate(`(async () => {
    const scripts = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))
    for (const script of scripts)
      for (const part of Object.values(await import(script)))
        if (part?.getState && 'alerts' in (part.getState() ?? {})) return part.setState(${JSON.stringify(state)})
    throw new Error('no store')
  })()`)
