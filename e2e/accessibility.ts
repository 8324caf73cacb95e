import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const question = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ' ' + node.target.join(' ') + ' ' + (node.failureSummary ?? ''))))`

/** What axe finds wrong with a page, one line each. It comes by the debugger, so that the page's own policy can stand. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate<void>(`${axe}; undefined`)
  return page.evaluate<string[]>(question)
}
