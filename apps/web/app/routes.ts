import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('layouts/main-layout.tsx', [
    index('pages/home/home-route.tsx'),
    route('details/:type/:id', 'pages/details/details-route.tsx'),
    route('tabs/:type', 'pages/tabs/tabs-route.tsx'),
    route('person/:name', 'pages/person/person-route.tsx'),
    route('rank', 'pages/rank/rank-route.tsx'),
    route('update', 'pages/update/update-route.tsx'),
    route('search', 'pages/search/search-route.tsx'),
    route('guide', 'pages/guide/guide-route.tsx'),
    route('match/single', 'pages/match/matches-route.tsx'),
    route('match/competition/:id', 'pages/match/competition-route.tsx'),
    route('match/team/:id', 'pages/match/team-route.tsx'),
    route('nav/:type/:areas/:year/:types/:letter/:vip/:order.html', 'pages/browse/browse-route.tsx'),
    route('user', 'pages/user/user-route.tsx', [
      index('pages/user/user-index-route.tsx'),
      route('back', 'pages/user/user-back-route.tsx'),
      route('favorite', 'pages/user/user-favorite-route.tsx'),
      route('list', 'pages/user/user-list-route.tsx'),
      route('remind', 'pages/user/user-remind-route.tsx'),
      route('access', 'pages/user/user-access-route.tsx'),
      route('comment', 'pages/user/user-comment-route.tsx'),
      route('sub', 'pages/user/user-sub-route.tsx'),
      route('info', 'pages/user/user-info-route.tsx'),
    ]),
    route('*', 'pages/unmatched-route.tsx'),
  ]),
  layout('layouts/player-layout.tsx', [
    route('player/vod/:type/:id/:level', 'pages/vod/vod-route.tsx'),
    route('player/password', 'pages/password/password-route.tsx'),
    route('player/live/:types/:stream/:id', 'pages/live/live-route.tsx', { id: 'live' }),
    route('match/play/:id/:stream', 'pages/match/match-route.tsx'),
    route('player/live/us/:type/:group/:stream/:id', 'pages/live/live-route.tsx', { id: 'overseas' }),
  ]),
  layout('layouts/download-layout.tsx', [route('download', 'pages/download/download-route.tsx')]),
  route('favicon.ico', 'pages/icon-route.tsx'),
] satisfies RouteConfig
