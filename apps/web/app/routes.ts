import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('layouts/main-layout.tsx', [
    index('pages/home/home-route.tsx'),
    route('details/:type/:id', 'pages/details/details-route.tsx'),
    route('tabs/:type', 'pages/tabs/tabs-route.tsx'),
    route('nav/:type/:areas/:year/:types/:letter/:vip/:order.html', 'pages/browse/browse-route.tsx'),
  ]),
  layout('layouts/player-layout.tsx', [route('player/vod/:type/:id/:level', 'pages/vod/vod-route.tsx')]),
  route('favicon.ico', 'pages/icon-route.tsx'),
  route('*', 'pages/unmatched-route.tsx'),
] satisfies RouteConfig
