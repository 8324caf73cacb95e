import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { routesScript } from './slim-manifest.ts'

const root = {
  id: 'root',
  path: '',
  hasLoader: true,
  hasAction: false,
  module: '/root.js',
  imports: ['/a.js'],
  css: [],
}
const home = {
  ...root,
  id: 'home',
  parentId: 'root',
  path: undefined,
  index: true,
  hasLoader: false,
  css: ['/home.css'],
}

test('[A15] browsers get of each route what their router reads', () => {
  const manifest = { entry: { module: '/entry.js' }, routes: { root, home }, version: '1' }
  const window: { siteRoutes?: unknown } = {}
  runInNewContext(routesScript(`window.__reactRouterManifest=${JSON.stringify(manifest)};`), { window })
  expect(window.siteRoutes).toEqual([
    { id: 'root', path: '', hasLoader: true, module: '/root.js' },
    { id: 'home', parentId: 'root', index: true, module: '/root.js', css: ['/home.css'] },
  ])
})

test('[A15] a script of another form stops the build', () => {
  expect(() => routesScript('export const routes = []')).toThrow('not a manifest of React Router: export const')
})
