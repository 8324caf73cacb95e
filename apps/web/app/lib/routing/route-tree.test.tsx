import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, Outlet, StaticRouterProvider, useMatches } from 'react-router'
import { expect, test } from 'vitest'
import { branchOf, renderedPartsOf, routeTree, type ManifestRoute, type RouteModule } from './route-tree.tsx'

const entry = (id: string, parentId: string | undefined, own: Partial<ManifestRoute> = {}): ManifestRoute => ({
  id,
  ...(parentId !== undefined && { parentId }),
  module: `/assets/${id}.js`,
  hasLoader: true,
  ...own,
})

const manifest = [
  entry('root', undefined, { path: '' }),
  entry('frame', 'root'),
  entry('home', 'frame', { index: true }),
  entry('details', 'frame', { path: 'details/:id' }),
]

const modules: Record<string, RouteModule> = {
  root: {
    default: () => <Outlet />,
    Layout: ({ children }) => <main>{children}</main>,
    ErrorBoundary: () => <p>broken</p>,
  },
  frame: {
    default: () => (
      <div>
        <Outlet />
      </div>
    ),
  },
  home: { default: () => <p>home</p> },
}

async function render(
  address: string,
  loader: () => unknown = () => null,
  from: Record<string, RouteModule> = modules,
  isPruned = false,
): Promise<string> {
  const routes = routeTree(manifest, ({ id }) => ({ ...renderedPartsOf(from[id] ?? { default: Outlet }), loader }))
  const context = await createStaticHandler(routes).query(new Request(`http://station.example${address}`))
  if (context instanceof Response) throw new Error(`answered ${context.status} instead of a page`)
  const ids = context.matches.map(({ route }) => route.id)
  const router = createStaticRouter(isPruned ? branchOf(routes, ids) : routes, context)
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

test('routes of the manifest are nested as their parents say, inside the layout of the root', async () => {
  expect(await render('/')).toBe('<main><div><p>home</p></div></main>')
})

test('a page is the same, rendered by all routes or by those that match it', async () => {
  const broken = (): never => {
    throw new Error('no database')
  }
  for (const address of ['/', '/details/5', '/nowhere'])
    for (const loader of [() => null, broken])
      expect(await render(address, loader, modules, true), address).toBe(await render(address, loader))
})

test('the document is rendered by what the routes of the page say of themselves', async () => {
  const Layout = () => <main>{JSON.stringify(useMatches().map(({ handle }) => handle ?? null))}</main>
  const withHandle = {
    ...modules,
    root: { default: Outlet, Layout },
    home: { default: () => <p>home</p>, handle: { alwaysDark: true } },
  }
  expect(await render('/', () => null, withHandle)).toBe('<main>[null,null,{&quot;alwaysDark&quot;:true}]</main>')
})

test('the layout of the root stays around its error page', async () => {
  const failing = (): never => {
    throw new Error('not loaded')
  }
  expect(await render('/', failing)).toBe('<main><p>broken</p></main>')
})
