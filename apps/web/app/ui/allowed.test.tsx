import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Allowed } from './allowed.tsx'

const shown = (authority: unknown, not?: boolean): string =>
  renderToStaticMarkup(
    <Allowed authority={authority} {...(not === undefined ? {} : { not })}>
      for them
    </Allowed>,
  )

test('[E06] a page rendered by the server is for nobody: it contains only what users without the role may see', () => {
  expect(shown(888)).toBe('')
  expect(shown({}, true)).toBe('')
  expect(shown('1,888', true)).toBe('for them')
})
