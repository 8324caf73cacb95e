import { expect, test } from 'vitest'
import { databaseUrlOf } from '../../apps/server/src/testing/database-url.ts'
import { runStation } from '../../apps/server/src/testing/running-station.ts'
import { cloneTestDatabase } from '../../apps/server/src/testing/test-database.ts'

/** Prints on a signal the React files that the process has loaded, and whether each is a development build. */
const listReact = `
import { registerHooks } from 'node:module'
const found = []
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const source = String(loaded.source ?? '')
    // The element's type under which every build of React writes elements, and what its development build alone exports.
    const isReact = source.includes('react.transitional.element')
    if (isReact) found.push({ file: url, development: /exports\\.captureOwnerStack =/.test(source) || /development/.test(url) })
    return loaded
  },
})
process.on('SIGUSR2', () => console.log('REACT ' + JSON.stringify(found)))
`

test('[E07] pages are rendered with the production build of React, whatever the environment says', async () => {
  const database = await cloneTestDatabase()
  const env = { DATABASE_URL: databaseUrlOf(database), NODE_ENV: 'development' }
  const station = runStation(env, listReact)
  const page = await fetch(await station.base())
  expect(await page.text()).toContain('<main')
  station.signal('SIGUSR2')
  await expect.poll(() => station.said()).toContain('REACT ')
  const found: { file: string; development: boolean }[] = JSON.parse(/REACT (.*)/.exec(station.said())?.[1] ?? '')
  expect(found).not.toEqual([])
  expect(found.filter(({ development }) => development)).toEqual([])
})
