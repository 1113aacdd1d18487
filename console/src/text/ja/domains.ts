import type { Text } from '../text.ts'

/** The Japanese sentences about proving the ownership of domains. */
export const domains: Text['domains'] = {
  title: '検証済みドメイン',
  lead: 'ホスト型ページで、支払者にドメインがチェックマーク付きで表示されます。ない場合は未検証と表示され、受取アドレスが先に表示されます。',
  domain: 'ドメイン',
  hint: 'shop.example.com のように入力します。',
  add: 'ドメインを追加',
  added: 'ドメインを追加しました。続いて証明を公開してください。',
  invalid: 'shop.example.com のように、https:// やパスを付けずにドメインを入力してください。',
  none: 'ドメインはまだありません',
  pending: '未検証',
  verified: '検証済み',
  withdrawn: '検証取り消し',
  where: 'ドメインの DNS に次の TXT レコードを追加してください：',
  name: '名前',
  value: '値',
  or: 'または、次のファイルをリダイレクトなしで配信してください：',
  address: 'アドレス',
  content: '内容',
  absent:
    'どちらの場所にも証明が見つかりません。新しいレコードの反映には数分かかることがあります。',
  unreachable:
    'ドメインまたはネームサーバーから応答がありませんでした。しばらくしてから再試行してください。',
  check: '今すぐ確認',
  checked: '証明が見つかりました。今後、支払者にドメインが表示されます。',
  notFound: '証明が見つかりませんでした。',
  remove: '削除',
  removed: 'ドメインを削除しました。支払者には表示されなくなります。',
}
