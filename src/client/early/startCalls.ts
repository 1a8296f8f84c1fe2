/** What a page asks before it shows anything (specification §2): addresses with their parameters, by what they answer. */
export const startCalls = {
  user: '/api/system/user/user_info/',
  permissions: '/api/system/menu_button/menu_button_all_permission/',
  settings: '/api/init/settings/',
  departments: '/api/system/dept/all_dept/',
  dictionaries: '/api/init/dictionary/?dictionary_key=all',
  menus: '/api/system/menu/web_router/',
} as const
