import { afterEach, expect, test, vi } from 'vitest'
import { readBoot } from './boot.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const pageWith = (text: string | null): void => {
  vi.stubGlobal('document', { getElementById: () => (text === null ? null : { textContent: text }) })
}

test('a page without a usable boot element is refused with what was found there', () => {
  pageWith('{"siteKey":7}')
  expect(() => readBoot()).toThrow(
    'element #boot must contain the site key and the server\'s clock, found: {"siteKey":7}',
  )
  pageWith(null)
  expect(() => readBoot()).toThrow('found: undefined')
})
