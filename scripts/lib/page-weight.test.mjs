import { expect, test } from 'vitest'
import { homeScriptsOf } from './page-weight.mjs'

/** @param {string} id @param {string} [parentId] @param {object} [more] */
const route = (id, parentId, more) => ({
  id,
  parentId,
  module: `/assets/${id}.js`,
  imports: ['/assets/shared.js'],
  ...more,
})
const routes = {
  root: route('root', undefined, { path: '' }),
  layout: route('layout', 'root'),
  home: route('home', 'layout', { index: true }),
  admin: route('admin', 'root', { path: 'admin' }),
  adminHome: route('adminHome', 'admin', { index: true }),
}
const entry = { module: '/assets/entry.js', imports: ['/assets/react.js'] }
const url = '/assets/manifest.js'

test('a manifest without a home page is refused', () => {
  expect(() => homeScriptsOf({ entry, url, routes: { root: routes.root } })).toThrow('no route for /')
})

test("the home page's scripts are the manifest and those of the entry, its route and its layouts, each once", () => {
  const names = ['entry', 'home', 'layout', 'manifest', 'react', 'root', 'shared']
  expect(homeScriptsOf({ entry, routes, url })).toEqual(names.map((name) => `/assets/${name}.js`))
})
