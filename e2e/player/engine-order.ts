import type { Page, Request } from 'playwright-core'

/** The limit after which a page's own scripts are loaded although its segments are not (`page-scripts.ts`). */
const maxDelayMs = 2500
/** What the player's engine consists of. */
const engineParts = new Set(['before-hydration', 'engine-parts', 'hls-start', 'rolldown-runtime'])

const fileOf = (request: Request): string => new URL(request.url()).pathname.split('/').at(-1) ?? ''
const scriptOf = (file: string): string | undefined => /^(.+)-.{8}\.js$/.exec(file)?.[1]

/** The order in which a page loads its engine, its segments and its own scripts. */
export interface EngineOrder {
  /** How often a file was requested. */
  requestsOf(file: string): number
  /** Scripts other than the engine's that were requested before a first segment had been loaded; null if none has. */
  scriptsBeforeSegment(): string[] | null
  /** Whether a script of this name was requested at all. */
  hasLoaded(script: string): boolean
}

/** Records it from now on. */
export async function recordEngineOrder(page: Page): Promise<EngineOrder> {
  const requested: string[] = []
  let beforeSegment: string[] | null = null
  page.on('request', (request) => requested.push(fileOf(request)))
  page.on('requestfinished', (request) => {
    if (fileOf(request).endsWith('.m4s')) beforeSegment ??= [...requested]
  })
  // Without the limit: a busy machine would reach it.
  await page.addInitScript(`{
    const start = setTimeout
    window.setTimeout = (task, ms, ...args) => (ms === ${maxDelayMs} ? 0 : start(task, ms, ...args))
  }`)
  return {
    requestsOf: (file) => requested.filter((one) => one === file).length,
    scriptsBeforeSegment: () =>
      beforeSegment && beforeSegment.flatMap((file) => scriptOf(file) ?? []).filter((name) => !engineParts.has(name)),
    hasLoaded: (script) => requested.some((file) => scriptOf(file) === script),
  }
}
