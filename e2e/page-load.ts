import type { Page, Response } from 'playwright-core'
import { expect } from 'vitest'
import { isHydrated } from './browser.ts'

/**
 * Loads of pages. A page from the server is visible before React has hydrated it, and what is clicked or typed before is
 * lost. So tests load pages with these functions only; the lint rules refuse `page.goto` and its like elsewhere.
 */

/** Script: the browser is idle when no task is left, so the effects of the first rendering, which listen to keys, have run. */
const effectsHaveRun = 'new Promise((resolve) => requestIdleCallback(() => resolve(true), { timeout: 1000 }))'
/** Script. Where pages run no scripts, this one may not return a promise: it would never be resolved. */
const isReady = `matchMedia('(scripting: none)').matches || (${isHydrated} && ${effectsHaveRun})`

/** How long one action may take, a load for example: on a busy machine many times as long as elsewhere. */
const actionMs = 90_000

/** Waits until the page reacts to clicks and keys, or has loaded if the context runs no scripts. */
export async function waitUntilHydrated(page: Page): Promise<void> {
  // A page that loads another one meanwhile is asked again.
  await expect.poll(() => page.evaluate<boolean>(isReady)).toBe(true)
}

/** Loads a page of the station. */
export async function visit(page: Page, url: string): Promise<Response | null> {
  page.setDefaultTimeout(actionMs)
  const response = await page.goto(url)
  await waitUntilHydrated(page)
  return response
}

export async function reload(page: Page): Promise<void> {
  await page.reload()
  await waitUntilHydrated(page)
}

/** Goes back in the history, with or without loading a document. */
export async function goBack(page: Page): Promise<void> {
  await page.goBack()
  await waitUntilHydrated(page)
}

/** Does what makes the page load a page by itself: signs out, for example. */
export async function loadBy(page: Page, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act()])
  await waitUntilHydrated(page)
}

/** Loads what is not rendered by React: the page of the service worker, a picture. */
export async function loadDocument(page: Page, url: string): Promise<void> {
  page.setDefaultTimeout(actionMs)
  await page.goto(url)
}

/** Until the next realtime connection of a page has received its first frame, which may come at once. */
export const firstFrame = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.once('websocket', (socket) => socket.once('framereceived', () => resolve()))
  })
