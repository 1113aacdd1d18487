/* global SwaggerUIBundle */
SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', deepLinking: true })
