import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryFailedSheets } from '../boot/retry-failed-sheets.ts'
import { addSheet } from './route-sheets.ts'

/** A link of which every request fails. */
class FailingLink {
  rel = ''
  href = ''
  onload = (): void => undefined
  onerror = (): void => undefined
  remove(): void {}
  setAttribute(): void {
    fail(this)
  }
}

/** Of the window, by type of event. */
let listeners = new Map<string, (event: object) => void>()

function fail(link: FailingLink): void {
  const stopImmediatePropagation = vi.fn()
  listeners.get('error')?.({ target: link, stopImmediatePropagation })
  if (stopImmediatePropagation.mock.calls.length === 0) link.onerror()
}

beforeEach(() => {
  listeners = new Map()
  vi.stubGlobal('HTMLLinkElement', FailingLink)
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => listeners.set(type, listener))
  vi.stubGlobal('document', {
    querySelector: () => null,
    createElement: () => new FailingLink(),
    head: { append: fail },
    addEventListener: () => undefined,
  })
  vi.stubGlobal('fetch', async () => ({ status: 200 }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('[A15] a page does not wait for its style sheet any more once nobody retries it', async () => {
  const onWait = vi.fn()
  const stop = retryFailedSheets(onWait)
  const settled = vi.fn()
  addSheet('/waiting.css').then(settled, settled)
  await Promise.resolve()
  expect([onWait.mock.calls.length, settled.mock.calls.length]).toEqual([1, 0])
  stop()
  await expect.poll(() => settled.mock.calls.length).toBe(1)
})

test('[A15] a style sheet that fails twice has not been loaded, and is requested again the next time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = retryFailedSheets(() => undefined)
  for (const time of ['first', 'second']) {
    const added = vi.fn()
    const failed = addSheet('/of-an-earlier-build.css').then(added, (err: unknown) => err)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await failed, time).toEqual(new Error('style sheet not loaded: /of-an-earlier-build.css'))
    expect(added).not.toHaveBeenCalled()
  }
  stop()
  vi.useRealTimers()
})

test('[A15] a style sheet is requested once, and not at all if the page from the server contains it', async () => {
  const requested: string[] = []
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (selector.includes('"/contained.css"') ? {} : null),
    createElement: () => new FailingLink(),
    head: {
      append(link: FailingLink) {
        requested.push(link.href)
        link.onload()
      },
    },
  })
  await Promise.all(['/contained.css', '/once.css', '/once.css'].map(addSheet))
  await addSheet('/once.css')
  expect(requested).toEqual(['/once.css'])
})
