import { afterEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../lib/session/session.fixture.ts'

afterEach(() => vi.unstubAllGlobals())

/** A page of a tab whose storage has these entries. */
async function loadPage(entries: Map<string, string>) {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  stubStorage('sessionStorage', entries)
  vi.resetModules()
  const { ownStream } = await import('./own-stream.ts')
  const leave = (): void => {
    stubStorage('sessionStorage', entries)
    page.dispatchEvent(new Event('pagehide'))
  }
  return { stream: ownStream(), again: ownStream(), leave }
}

test('[J03] a tab keeps its stream when it is loaded again, and a duplicated tab has its own', async () => {
  const tab = new Map<string, string>()
  const first = await loadPage(tab)
  expect(first.again).toBe(first.stream)
  // Browsers copy the storage of the tab.
  const duplicate = await loadPage(new Map(tab))
  expect(duplicate.stream).not.toBe(first.stream)
  first.leave()
  expect((await loadPage(tab)).stream).toBe(first.stream)
})

test('[J03] a page that is shown again from memory is duplicated without its stream', async () => {
  const tab = new Map<string, string>()
  const first = await loadPage(tab)
  first.leave()
  window.dispatchEvent(new Event('pageshow'))
  expect((await loadPage(new Map(tab))).stream).not.toBe(first.stream)
})
