import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const axeRun = (
  options = '',
) => `axe.run(document, { resultTypes: ['violations'], preload: { assets: ['media'] }, ${options} }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ' ' + node.target.join(' ') + ' ' + (node.failureSummary ?? ''))))`

/** The colour rules; only colours differ between the skins. */
const colourRules = "runOnly: ['color-contrast', 'link-in-text-block']"
const toggleSkin =
  "void (document.documentElement.dataset.theme = document.documentElement.dataset.theme === 'w' ? 'b' : 'w')"

/**
 * Returns the axe violations of a page, one a line. axe is injected through the debugger, which the page's
 * Content-Security-Policy does not block.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  // Injected once per document: parsing it takes a fifth of a second.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate<void>(`${axe}; undefined`)
  return page.evaluate<string[]>(axeRun())
}

/** The same for both skins. The page must use reduced motion: colours in transition belong to neither skin. */
export async function findAxeViolationsInBothSkins(page: Page): Promise<string[]> {
  const found = await findAxeViolations(page)
  await page.evaluate<void>(toggleSkin)
  const inOtherSkin = await page.evaluate<string[]>(axeRun(colourRules))
  await page.evaluate<void>(toggleSkin)
  return [...found, ...inOtherSkin.map((line) => `in the other skin: ${line}`)]
}
