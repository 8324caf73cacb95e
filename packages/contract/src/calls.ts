import { captcha } from './domains/accounts/captcha.ts'
import { emailForget } from './domains/accounts/email-forget.ts'
import { emailRegister } from './domains/accounts/email-register.ts'
import { userExport } from './domains/accounts/user-export.ts'
import { userForget } from './domains/accounts/user-forget.ts'
import { userInfo } from './domains/accounts/user-info.ts'
import { userLeave } from './domains/accounts/user-leave.ts'
import { userLogin } from './domains/accounts/user-login.ts'
import { userLogout } from './domains/accounts/user-logout.ts'
import { userPassword } from './domains/accounts/user-password.ts'
import { userPortrait } from './domains/accounts/user-portrait.ts'
import { userRegister } from './domains/accounts/user-register.ts'
import { userSessionEnd } from './domains/accounts/user-session-end.ts'
import { userSessionsEnd } from './domains/accounts/user-sessions-end.ts'
import { userSessions } from './domains/accounts/user-sessions.ts'
import { userStay } from './domains/accounts/user-stay.ts'
import { userThirdBind } from './domains/accounts/user-third-bind.ts'
import { userThirdBound } from './domains/accounts/user-third-bound.ts'
import { userThirdList } from './domains/accounts/user-third-list.ts'
import { userThirdLogin } from './domains/accounts/user-third-login.ts'
import { userThirdRegister } from './domains/accounts/user-third-register.ts'
import { userThirdUnbind } from './domains/accounts/user-third-unbind.ts'
import { userMinors } from './domains/accounts/user-minors.ts'
import { userUpdate } from './domains/accounts/user-update.ts'
import { adBreak } from './domains/ads/ad-break.ts'
import { indexAnchorCheck } from './domains/ads/index-anchor-check.ts'
import { legalDocument } from './domains/legal/legal-document.ts'
import { commonCooperate } from './domains/partners/common-cooperate.ts'
import { cooperateCaptcha } from './domains/partners/cooperate-captcha.ts'
import { partnerProduct } from './domains/partners/partner-product.ts'
import { partnerProducts } from './domains/partners/partner-products.ts'
import { commonHits } from './domains/catalog/common-hits.ts'
import { indexBanners } from './domains/catalog/index-banners.ts'
import { indexTitles } from './domains/catalog/index-titles.ts'
import { indexVod } from './domains/catalog/index-vod.ts'
import { indexVodDataById } from './domains/catalog/index-vod-data-by-id.ts'
import { indexVodDataList } from './domains/catalog/index-vod-data-list.ts'
import { indexVodDataRank } from './domains/catalog/index-vod-data-rank.ts'
import { indexVodDataTest } from './domains/catalog/index-vod-data-test.ts'
import { indexVodData } from './domains/catalog/index-vod-data.ts'
import { personDetail } from './domains/catalog/person-detail.ts'
import { vodDetail } from './domains/catalog/vod-detail.ts'
import { vodListType } from './domains/catalog/vod-list-type.ts'
import { vodCinema } from './domains/catalog/vod-cinema.ts'
import { vodList } from './domains/catalog/vod-list.ts'
import { vodNewest } from './domains/catalog/vod-newest.ts'
import { vodRandom } from './domains/catalog/vod-random.ts'
import { vodRank } from './domains/catalog/vod-rank.ts'
import { vodTimetable } from './domains/catalog/vod-timetable.ts'
import { vodUpdates } from './domains/catalog/vod-updates.ts'
import { commentCaptcha } from './domains/comments/comment-captcha.ts'
import { commentCommit } from './domains/comments/comment-commit.ts'
import { commentDelete } from './domains/comments/comment-delete.ts'
import { commentList } from './domains/comments/comment-list.ts'
import { commentReplies } from './domains/comments/comment-replies.ts'
import { commentThread } from './domains/comments/comment-thread.ts'
import { commentThumbDown } from './domains/comments/comment-thumb-down.ts'
import { commentThumbUp } from './domains/comments/comment-thumb-up.ts'
import { myCommentList } from './domains/comments/my-comment-list.ts'
import { danmakuDelete } from './domains/danmaku/danmaku-delete.ts'
import { danmakuHeat } from './domains/danmaku/danmaku-heat.ts'
import { danmakuList } from './domains/danmaku/danmaku-list.ts'
import { danmakuSend } from './domains/danmaku/danmaku-send.ts'
import { danmakuSettingsSave } from './domains/danmaku/danmaku-settings-save.ts'
import { danmakuSettings } from './domains/danmaku/danmaku-settings.ts'
import { danmakuUp } from './domains/danmaku/danmaku-up.ts'
import { danmakuUpped } from './domains/danmaku/danmaku-upped.ts'
import { tvActive } from './domains/guide/tv-active.ts'
import { tvCircle } from './domains/guide/tv-circle.ts'
import { tvDate } from './domains/guide/tv-date.ts'
import { tvOverseas } from './domains/guide/tv-overseas.ts'
import { tvProgrammes } from './domains/guide/tv-programmes.ts'
import { tvRank } from './domains/guide/tv-rank.ts'
import { tvRecommend } from './domains/guide/tv-recommend.ts'
import { tvVodUrl } from './domains/guide/tv-vod-url.ts'
import { userFavoriteCancelChannel } from './domains/library/user-favorite-cancel-channel.ts'
import { userFavoriteSave } from './domains/library/user-favorite-save.ts'
import { userFavorites } from './domains/library/user-favorites.ts'
import { userHistoryClear } from './domains/library/user-history-clear.ts'
import { userHistoryDelete } from './domains/library/user-history-delete.ts'
import { userHistoryRestore } from './domains/library/user-history-restore.ts'
import { userListAdd } from './domains/library/user-list-add.ts'
import { userListCreate } from './domains/library/user-list-create.ts'
import { userListDelete } from './domains/library/user-list-delete.ts'
import { userListOrder } from './domains/library/user-list-order.ts'
import { userListRemove } from './domains/library/user-list-remove.ts'
import { userListRename } from './domains/library/user-list-rename.ts'
import { userListTitles } from './domains/library/user-list-titles.ts'
import { userLists } from './domains/library/user-lists.ts'
import { userProgrammeForget } from './domains/library/user-programme-forget.ts'
import { userProgrammeRemind } from './domains/library/user-programme-remind.ts'
import { userReminders } from './domains/library/user-reminders.ts'
import { userSubs } from './domains/library/user-subs.ts'
import { userTitleFollow } from './domains/library/user-title-follow.ts'
import { userTitleUnfollow } from './domains/library/user-title-unfollow.ts'
import { userWatchRecord } from './domains/library/user-watch-record.ts'
import { userWatchSave } from './domains/library/user-watch-save.ts'
import { userWatchesSync } from './domains/library/user-watches-sync.ts'
import { userWatches } from './domains/library/user-watches.ts'
import { vodFavoriteCancel } from './domains/library/vod-favorite-cancel.ts'
import { vodFavoriteList } from './domains/library/vod-favorite-list.ts'
import { vodFavorite } from './domains/library/vod-favorite.ts'
import { vodHistoryDelete } from './domains/library/vod-history-delete.ts'
import { vodHistoryList } from './domains/library/vod-history-list.ts'
import { vodScore } from './domains/library/vod-score.ts'
import { vodUp } from './domains/library/vod-up.ts'
import { vodWatchRecord } from './domains/library/vod-watch-record.ts'
import { indexActiveLives } from './domains/live/index-active-lives.ts'
import { indexLiveData } from './domains/live/index-live-data.ts'
import { indexLives } from './domains/live/index-lives.ts'
import { indexTvs } from './domains/live/index-tvs.ts'
import { liveAllList } from './domains/live/live-all-list.ts'
import { liveBanners } from './domains/live/live-banners.ts'
import { liveConditions } from './domains/live/live-conditions.ts'
import { liveExportEnd } from './domains/live/live-export-end.ts'
import { liveExportRenew } from './domains/live/live-export-renew.ts'
import { liveExport } from './domains/live/live-export.ts'
import { liveGroups } from './domains/live/live-groups.ts'
import { liveInfo } from './domains/live/live-info.ts'
import { liveList } from './domains/live/live-list.ts'
import { liveRandom } from './domains/live/live-random.ts'
import { liveRank } from './domains/live/live-rank.ts'
import { liveRecordRandom } from './domains/live/live-record-random.ts'
import { liveReport } from './domains/live/live-report.ts'
import { liveTypes } from './domains/live/live-types.ts'
import { liveVodAllList } from './domains/live/live-vod-all-list.ts'
import { liveVodInfo } from './domains/live/live-vod-info.ts'
import { liveVodList } from './domains/live/live-vod-list.ts'
import { liveWatch } from './domains/live/live-watch.ts'
import { playPassword } from './domains/locks/play-password.ts'
import { indexSports } from './domains/matches/index-sports.ts'
import { liveDisSub } from './domains/matches/live-dis-sub.ts'
import { liveSub } from './domains/matches/live-sub.ts'
import { liveTeams } from './domains/matches/live-teams.ts'
import { matchCalendarRenew } from './domains/matches/match-calendar-renew.ts'
import { matchCalendar } from './domains/matches/match-calendar.ts'
import { matchCompetition } from './domains/matches/match-competition.ts'
import { matchDays } from './domains/matches/match-days.ts'
import { matchDetail } from './domains/matches/match-detail.ts'
import { matchFollow } from './domains/matches/match-follow.ts'
import { matchFollows } from './domains/matches/match-follows.ts'
import { matchReminders } from './domains/matches/match-reminders.ts'
import { matchRemindersChoose } from './domains/matches/match-reminders-choose.ts'
import { matchTeam } from './domains/matches/match-team.ts'
import { matchVote } from './domains/matches/match-vote.ts'
import { pushState } from './domains/push/push-state.ts'
import { pushSubscribe } from './domains/push/push-subscribe.ts'
import { pushUnsubscribe } from './domains/push/push-unsubscribe.ts'
import { addressReport } from './domains/remote/address-report.ts'
import { downloadToken } from './domains/media/download-token.ts'
import { playToken } from './domains/media/play-token.ts'
import { userPlayEnd } from './domains/media/user-play-end.ts'
import { userPlayStay } from './domains/media/user-play-stay.ts'
import { userPlays } from './domains/media/user-plays.ts'
import { indexBulletinDetail } from './domains/messages/index-bulletin-detail.ts'
import { indexMessageState } from './domains/messages/index-message-state.ts'
import { indexMessages } from './domains/messages/index-messages.ts'
import { indexReadMessages } from './domains/messages/index-read-messages.ts'
import { consoleCalls } from './domains/console/console-calls.ts'
import { commonReport } from './domains/moderation/common-report.ts'
import { consoleModerationDecide } from './domains/moderation/console-moderation-decide.ts'
import { consoleModerationMute } from './domains/moderation/console-moderation-mute.ts'
import { consoleModerationQueue } from './domains/moderation/console-moderation-queue.ts'
import { consoleModerationWords } from './domains/moderation/console-moderation-words.ts'
import { userBlock } from './domains/moderation/user-block.ts'
import { userBlocks } from './domains/moderation/user-blocks.ts'
import { userUnblock } from './domains/moderation/user-unblock.ts'
import { indexSeo } from './domains/seo/index-seo.ts'
import { indexApk } from './domains/site/index-apk.ts'
import { userRecommendationDismiss } from './domains/recommendations/user-recommendation-dismiss.ts'
import { userRecommendations } from './domains/recommendations/user-recommendations.ts'
import { indexSearchHotKeywords } from './domains/search/index-search-hot-keywords.ts'
import { indexSearchKeywords } from './domains/search/index-search-keywords.ts'
import { indexSearch } from './domains/search/index-search.ts'
import { searchCount } from './domains/search/search-count.ts'
import { indexData } from './domains/site/index-data.ts'
import { matchFeed } from './domains/matches/feed-line.ts'
import { indexNavs } from './domains/site/index-navs.ts'
import { userOrderClose } from './domains/vip/user-order-close.ts'
import { userOrderProof } from './domains/vip/user-order-proof.ts'
import { userOrderRefund } from './domains/vip/user-order-refund.ts'
import { userOrder } from './domains/vip/user-order.ts'
import { userOrders } from './domains/vip/user-orders.ts'
import { userVipEntries } from './domains/vip/user-vip-entries.ts'
import { userUpgrade } from './domains/vip/user-upgrade.ts'
import { vipPayments } from './domains/vip/vip-payments.ts'
import { vipProducts } from './domains/vip/vip-products.ts'
import { voucherCheck } from './domains/vip/voucher-check.ts'
import { voucherRedeem } from './domains/vip/voucher-redeem.ts'

/** Every call of the product by domain. */
export const callsByDomain = {
  site: [indexApk, indexData, indexNavs],
  partners: [commonCooperate, cooperateCaptcha, partnerProduct, partnerProducts],
  ads: [adBreak, indexAnchorCheck],
  legal: [legalDocument],
  seo: [indexSeo],
  catalog: [
    indexBanners,
    indexTitles,
    indexVod,
    indexVodData,
    indexVodDataById,
    indexVodDataList,
    indexVodDataRank,
    indexVodDataTest,
    vodListType,
    vodCinema,
    vodList,
    personDetail,
    vodDetail,
    vodRandom,
    vodNewest,
    vodRank,
    vodTimetable,
    vodUpdates,
    commonHits,
  ],
  comments: [
    commentCaptcha,
    commentCommit,
    commentDelete,
    commentList,
    commentReplies,
    commentThread,
    commentThumbDown,
    commentThumbUp,
    myCommentList,
  ],
  console: consoleCalls,
  moderation: [
    commonReport,
    consoleModerationDecide,
    consoleModerationMute,
    consoleModerationQueue,
    consoleModerationWords,
    userBlock,
    userBlocks,
    userUnblock,
  ],
  danmaku: [
    danmakuDelete,
    danmakuHeat,
    danmakuList,
    danmakuSend,
    danmakuSettings,
    danmakuSettingsSave,
    danmakuUp,
    danmakuUpped,
  ],
  recommendations: [userRecommendationDismiss, userRecommendations],
  library: [
    userFavoriteCancelChannel,
    userFavoriteSave,
    userFavorites,
    userHistoryClear,
    userHistoryDelete,
    userHistoryRestore,
    userListAdd,
    userListCreate,
    userListDelete,
    userListOrder,
    userListRemove,
    userListRename,
    userListTitles,
    userLists,
    userProgrammeForget,
    userProgrammeRemind,
    userReminders,
    userSubs,
    userTitleFollow,
    userTitleUnfollow,
    userWatchRecord,
    userWatchSave,
    userWatchesSync,
    userWatches,
    vodFavoriteCancel,
    vodFavoriteList,
    vodFavorite,
    vodHistoryDelete,
    vodHistoryList,
    vodScore,
    vodUp,
    vodWatchRecord,
  ],
  guide: [tvActive, tvCircle, tvDate, tvOverseas, tvProgrammes, tvRank, tvRecommend, tvVodUrl],
  live: [
    indexActiveLives,
    indexLiveData,
    indexLives,
    indexTvs,
    liveAllList,
    liveBanners,
    liveConditions,
    liveExportEnd,
    liveExportRenew,
    liveExport,
    liveGroups,
    liveInfo,
    liveList,
    liveRandom,
    liveRank,
    liveRecordRandom,
    liveReport,
    liveTypes,
    liveVodAllList,
    liveVodInfo,
    liveVodList,
    liveWatch,
  ],
  locks: [playPassword],
  matches: [
    indexSports,
    liveDisSub,
    liveSub,
    liveTeams,
    matchCalendarRenew,
    matchCalendar,
    matchCompetition,
    matchDays,
    matchDetail,
    matchFollow,
    matchFollows,
    matchReminders,
    matchRemindersChoose,
    matchTeam,
    matchVote,
  ],
  media: [downloadToken, playToken, userPlayEnd, userPlayStay, userPlays],
  remote: [addressReport],
  push: [pushState, pushSubscribe, pushUnsubscribe],
  messages: [indexBulletinDetail, indexMessageState, indexMessages, indexReadMessages],
  search: [indexSearch, indexSearchKeywords, indexSearchHotKeywords, searchCount],
  accounts: [
    captcha,
    emailForget,
    emailRegister,
    userExport,
    userForget,
    userInfo,
    userLeave,
    userLogin,
    userLogout,
    userPassword,
    userPortrait,
    userRegister,
    userSessionEnd,
    userSessionsEnd,
    userSessions,
    userStay,
    userMinors,
    userUpdate,
  ],
  vip: [
    userOrderClose,
    userOrderProof,
    userOrderRefund,
    userOrder,
    userOrders,
    userUpgrade,
    userVipEntries,
    vipPayments,
    vipProducts,
    voucherCheck,
    voucherRedeem,
  ],
  third: [userThirdBind, userThirdBound, userThirdList, userThirdLogin, userThirdRegister, userThirdUnbind],
} as const

/** Every call in one list, for tests that check all calls. */
export const calls = Object.values(callsByDomain).flat()

/** Calls of programs, with tokens of their own, by domain. */
export const programCallsByDomain = { matches: [matchFeed] }
