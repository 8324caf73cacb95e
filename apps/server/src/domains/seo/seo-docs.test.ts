import { seoPages, seoPlaceholders } from '@yunmu/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('[B19] the document names exactly the pages and placeholders that the command accepts', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/seo.md'), 'utf8')
  const [, pages = '', places = ''] = /Pages: ([^.]*)\. Places:([^;]*);/.exec(text) ?? []
  const named = (list: string) => [...list.matchAll(/`\{?(\w+)\}?`/g)].map(([, name]) => name)
  expect(named(pages)).toEqual(seoPages)
  expect(named(places)).toEqual(seoPlaceholders)
})
