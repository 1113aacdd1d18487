import './merchant-console.ts'
