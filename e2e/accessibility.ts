import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const question = (
  more = '',
) => `axe.run(document, { resultTypes: ['violations'], preload: { assets: ['media'] }, ${more} }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ' ' + node.target.join(' ') + ' ' + (node.failureSummary ?? ''))))`

/** The rules that ask for colours: nothing else differs between the skins. */
const ofColours = "runOnly: ['color-contrast', 'link-in-text-block']"
const otherSkin =
  "void (document.documentElement.dataset.theme = document.documentElement.dataset.theme === 'w' ? 'b' : 'w')"

/** What axe finds wrong with a page, one line each. It comes by the debugger, so that the page's own policy can stand. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Once for a document: to read it costs a fifth of a second.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate<void>(`${axe}; undefined`)
  return page.evaluate<string[]>(question())
}

/** The same for both skins. The page must want no motion: what is on its way from one colour to another has neither. */
export async function findBarriersInBothSkins(page: Page): Promise<string[]> {
  const found = await findBarriers(page)
  await page.evaluate<void>(otherSkin)
  const inOther = await page.evaluate<string[]>(question(ofColours))
  await page.evaluate<void>(otherSkin)
  return [...found, ...inOther.map((line) => `in the other skin: ${line}`)]
}
